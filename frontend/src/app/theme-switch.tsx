import { setTheme, useTheme } from '../lib/theme.ts'
import { ToggleGroup } from '../ui/toggle-group.tsx'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Chooses between the light theme, the dark theme and that of the system. */
export function ThemeSwitch() {
  return <ToggleGroup label="Theme" choices={themes} value={useTheme()} onChange={setTheme} />
}
