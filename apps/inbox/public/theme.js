// Before anything is painted: the theme that was chosen here, if one was.
try {
  const theme = localStorage.getItem('countersign.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme it is.
}
