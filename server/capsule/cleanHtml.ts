import sanitize from 'sanitize-html'

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
  ],
  allowedAttributes: { '*': ['style'] },
  allowedStyles: { '*': { color: [COLOUR], 'background-color': [COLOUR], 'text-align': [ALIGN] } },
  nestingLimit: 50,
  disallowedTagsMode: 'discard',
}

/** The allow-list of security.md; pictures join it with the media store. Whatever else people type stays text. */
export const cleanHtml = (html: string): string => sanitize(html, RULES)
