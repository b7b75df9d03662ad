/** Pasted colours made for white paper vanish on dark paper, so text from elsewhere leaves its colours behind. */
export function withoutColours(html: string): string {
  if (html.includes('data-pm-slice')) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll<HTMLElement>('[style], [color]')) {
    element.style.removeProperty('color')
    element.removeAttribute('color')
  }
  return page.body.innerHTML
}
