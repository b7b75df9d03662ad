import { useState } from 'react'
import { device } from '#web/client/storage/storage.ts'

const COLUMNS = 'diaryColumns'

/** Whether this person reads the list in two columns; remembered on this device. */
export function useColumns(): [boolean, (double: boolean) => void] {
  const [double, setDouble] = useState(() => device.getItem(COLUMNS) === '2')
  const choose = (next: boolean) => {
    device.setItem(COLUMNS, next ? '2' : '1')
    setDouble(next)
  }
  return [double, choose]
}
