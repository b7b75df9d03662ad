import '#web/ui/tokens.css'
import './page.css'
import { createRoot } from 'react-dom/client'
import { startTheme } from '#web/client/theme.ts'
import { listenToData } from './archive.ts'
import { Reader } from './Reader.tsx'
import { keepScrolled } from './route.ts'

startTheme()
listenToData()
keepScrolled()
createRoot(document.getElementById('root')!).render(<Reader />)
