import '#web/ui/tokens.css'
import '#web/reader/page.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '#web/client/theme.ts'
import { Opener } from './Opener.tsx'

startTheme()
createRoot(document.getElementById('root')!).render(<Opener />)
