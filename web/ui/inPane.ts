import { createContext, useContext } from 'react'

/** Set around a page that stands beside the list it was chosen from. */
export const InPane = createContext(false)

/** Whether this is shown beside a list: ways that would lead to the list are not needed then. */
export const useInPane = (): boolean => useContext(InPane)
