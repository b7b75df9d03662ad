import { useState } from 'react'
import styles from './Avatar.module.css'

/** A person's picture, or the drawn one of those who have none or whose picture does not come. */
export function Avatar({ src, size = 64 }: { src?: string; size?: number }) {
  const [broken, setBroken] = useState<string>()
  const style = { width: size, height: size }
  if (src && src !== broken)
    return <img className={styles.avatar} src={src} alt="" style={style} onError={() => setBroken(src)} />
  return (
    <svg className={styles.avatar} viewBox="0 0 64 64" style={style} aria-hidden="true">
      <rect width="64" height="64" fill="#3a3c86" />
      <circle cx="46" cy="16" r="5" fill="#f2b84b" />
      <circle cx="14" cy="20" r="1.2" fill="#fff" />
      <circle cx="24" cy="10" r="1" fill="#fff" />
      <circle cx="54" cy="34" r="1" fill="#fff" />
      <circle cx="32" cy="29" r="10.5" fill="#f6f4ff" />
      <path d="M10 64c1-14 10-21 22-21s21 7 22 21z" fill="#a78bfa" />
    </svg>
  )
}
