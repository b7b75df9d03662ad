import { useEffect, useState } from 'react'
import { useUser } from '#web/api.ts'
import { areWordsSafe } from './safe.ts'

/** Says that what was written is not lost, where that is known; otherwise nothing. */
export function SafeWords() {
  const owner = useUser().data?.user.id
  const [safe, setSafe] = useState(false)
  useEffect(() => {
    let gone = false
    if (owner) void areWordsSafe(owner).then((answer) => gone || setSafe(answer))
    return () => {
      gone = true
    }
  }, [owner])
  return safe ? <p role="status">你写的内容还在，没有丢</p> : null
}
