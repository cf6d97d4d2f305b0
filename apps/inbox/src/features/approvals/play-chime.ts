/** Two soft tones, made here: no file is loaded for them. A browser that has not been touched yet stays silent. */
export function playChime(): void {
  const audio = new AudioContext();
  for (const [index, frequency] of [660, 880].entries()) {
    const startsAt = audio.currentTime + index * 0.14;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, startsAt);
    volume.gain.exponentialRampToValueAtTime(0.12, startsAt + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, startsAt + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(startsAt);
    tone.stop(startsAt + 0.4);
  }
  setTimeout(() => void audio.close(), 1_000);
}
