// Runs before the first paint: a saved choice of colours wins over the system's (see src/app/preferences.ts).
try {
  const theme = JSON.parse(localStorage.getItem('fieldnotes.preferences') ?? '{}').state?.theme;
  if (theme === 'light' || theme === 'dark' || theme === 'lecture') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked or was damaged: the system's choice holds.
}
