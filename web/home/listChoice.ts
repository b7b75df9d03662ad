import { useState } from 'react'

const KEY = 'homeView'

/** Whether the capsules are read down a list rather than seen on their sphere; this device remembers it. */
export function useListChoice(): [boolean, (asList: boolean) => void] {
  const [asList, setAsList] = useState(() => localStorage.getItem(KEY) === 'list')
  const choose = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'list' : 'field')
    setAsList(next)
  }
  return [asList, choose]
}
