/** The insides of every element of this name; none of those we read contains another of its own name. */
export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inside]) => inside!)

/** The text of the first element of this name. */
export const textOf = (xml: string, name: string): string | undefined => {
  const text = elements(xml, name)[0]
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity]!)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
