import { useState } from 'react'
import { device } from '#web/storage.ts'

const KEY = 'homeView'

/** Whether the capsules are read down a list rather than seen on their sphere; this device remembers it. */
export function useListChoice(): [boolean, (asList: boolean) => void] {
  const [asList, setAsList] = useState(() => device.getItem(KEY) === 'list')
  const choose = (next: boolean) => {
    device.setItem(KEY, next ? 'list' : 'field')
    setAsList(next)
  }
  return [asList, choose]
}
