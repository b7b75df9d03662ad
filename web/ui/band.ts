import { createContext, type ReactNode } from 'react'

/** Stands under the bar of every page (web/app/shell/EndingPlace.tsx). */
export const Band = createContext<ReactNode>(undefined)
