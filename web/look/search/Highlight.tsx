import { useMemo } from 'react'
import styles from './Highlight.module.css'

/** The server's excerpt with its hits marked. It is taken apart into text, so that nothing but `em` becomes an element. */
export function Highlight({ html }: { html: string }) {
  const parts = useMemo(() => partsOf(html), [html])
  return (
    <span className={styles.excerpt}>{parts.map(({ at, text, hit }) => (hit ? <em key={at}>{text}</em> : text))}</span>
  )
}

/** Its words alone. */
export const plainOf = (html: string): string => bodyOf(html).textContent

const partsOf = (html: string) =>
  [...bodyOf(html).childNodes].map((node, at) => ({ at, text: node.textContent, hit: node.nodeName === 'EM' }))

/** A parsed page that is never shown runs nothing and loads nothing. */
const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
