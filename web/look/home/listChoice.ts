import { useState } from 'react'
import { device } from '#web/client/storage/storage.ts'

const KEY = 'homeView'

/** Whether the capsules are shown as a list rather than on the sphere; this device remembers it. */
export function useListChoice(): [boolean, (asList: boolean) => void] {
  const [asList, setAsList] = useState(() => device.getItem(KEY) === 'list')
  const choose = (next: boolean) => {
    device.setItem(KEY, next ? 'list' : 'field')
    setAsList(next)
  }
  return [asList, choose]
}
