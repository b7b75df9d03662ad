/** The text of the first element of this name. */
export const textOf = (xml: string, name: string): string | undefined => {
  const [, text] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml) ?? []
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity]!)
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
