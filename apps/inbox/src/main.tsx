import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { apply, getPreferences } from './app/preferences.ts';
import { TextsProvider } from './texts/texts-provider.tsx';
import './styles.css';

apply(getPreferences());
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <TextsProvider>
        <App />
      </TextsProvider>
    </StrictMode>,
  );
