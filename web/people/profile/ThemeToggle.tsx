import { Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#web/client/theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

/** Light or dark; the choice is kept, and the phone of the desktop shell follows. */
export function ThemeToggle() {
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={other === 'dark' ? '切换到深色' : '切换到浅色'}
      icon={other === 'dark' ? Moon : Sun}
      onClick={() => chooseTheme(other)}
    />
  )
}
