import { Image } from '@tiptap/extension-image'
import { keyOf } from '#contract/media.ts'

const isOwn = (element: HTMLElement): boolean => keyOf(element.getAttribute('src') ?? '')?.startsWith('image/') === true

/** A picture between two paragraphs: one of our uploads, or it is not taken into the text. */
export const TextImage = Image.extend({
  // In the order in which the server writes them.
  addAttributes: () => ({
    src: { default: '' },
    'data-sha256': {},
    alt: { default: '' },
    width: {},
    height: {},
    'data-placeholder': {},
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => (isOwn(element) ? null : false) }],
  // The one it brings makes a picture of typed Markdown, from any address.
  addInputRules: () => [],
})
