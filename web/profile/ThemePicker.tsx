import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '#web/theme.ts'
import styles from './Setting.module.css'

const CHOICES = [
  { choice: 'system', name: '跟随系统', Icon: Monitor },
  { choice: 'light', name: '浅色', Icon: Sun },
  { choice: 'dark', name: '深色', Icon: Moon },
] as const satisfies readonly { choice: ThemeChoice; name: string; Icon: unknown }[]

export function ThemePicker() {
  const chosen = useThemeChoice()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>外观</legend>
      <div className={styles.themes}>
        {CHOICES.map(({ choice, name, Icon }) => (
          <label key={choice} className={styles.theme}>
            <input
              type="radio"
              name="theme"
              className="hidden"
              checked={chosen === choice}
              onChange={() => chooseTheme(choice)}
            />
            <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
