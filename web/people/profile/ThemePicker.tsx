import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '#web/client/theme.ts'
import { type Choice, Choices } from '#web/ui/Choices.tsx'

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const
const CHOICES: readonly Choice<ThemeChoice>[] = [
  { value: 'system', name: '跟随系统', picture: <Monitor {...ICON} /> },
  { value: 'light', name: '浅色', picture: <Sun {...ICON} /> },
  { value: 'dark', name: '深色', picture: <Moon {...ICON} /> },
]

export function ThemePicker() {
  return <Choices title="外观" choices={CHOICES} chosen={useThemeChoice()} onChoose={chooseTheme} />
}
