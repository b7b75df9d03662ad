import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { TextAlign } from '@tiptap/extension-text-align'
import { Color, TextStyle } from '@tiptap/extension-text-style'
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions'
import { TextImage } from './image.ts'
import { ImageUploads } from './imageUploads.ts'

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export const HEADINGS = [1, 2, 3] as const

/** The forms of a text; any other form that is pasted keeps only its words (`inOurForms`). Pictures need a signed-in person. */
export const extensionsFor = (signedIn: boolean) => [
  Document,
  Paragraph,
  Text,
  Bold,
  HardBreak,
  HorizontalRule,
  TextStyle,
  Color,
  UndoRedo,
  TextImage,
  ImageUploads.configure({ signedIn }),
  Gapcursor,
  Dropcursor.configure({ color: false, width: 2, class: 'dropcursor' }),
  Heading.configure({ levels: [...HEADINGS] }),
  TextAlign.configure({ types: ['heading', 'paragraph'], alignments: [...ALIGNMENTS] }),
  Placeholder.configure({ placeholder: '请畅所欲言' }),
]
