import sanitize from 'sanitize-html'
import { keyOf, prefixOf } from '#contract/media.ts'

const COLOUR = /^(#[0-9a-f]{3,8}|rgba?\(\s*\d{1,3}%?(\s*,\s*\d{1,3}%?){2}(\s*,\s*[\d.]{1,5}%?)?\s*\))$/i
const ALIGN = /^(left|right|center|justify)$/

const RULES: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'h1',
    'h2',
    'h3',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'hr',
    'ul',
    'ol',
    'li',
    'blockquote',
    'span',
    'div',
    'img',
  ],
  allowedAttributes: { '*': ['style'], img: ['src', 'alt'] },
  allowedStyles: { '*': { color: [COLOUR], 'background-color': [COLOUR], 'text-align': [ALIGN] } },
  nestingLimit: 50,
  disallowedTagsMode: 'discard',
}

/**
 * The allow-list of security.md. Pictures only out of the writer's own uploads, kept by their key; whatever else people
 * type stays text.
 */
export const cleanHtml = (html: string, writerId: number): string =>
  sanitize(html, {
    ...RULES,
    transformTags: {
      img: (_name, { src = '', alt = '' }) => ({ tagName: 'img', attribs: { src: keyOf(src) ?? '', alt } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src?.startsWith(prefixOf('image', writerId)),
  })
