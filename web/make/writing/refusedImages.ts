import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { keyOf } from '#contract/media.ts'
import { useRefused } from '#web/draft/current/refused.ts'
import styles from './Editor.module.css'

/** Marks the picture that the server refused, also for a person who comes back from the seal pages. */
export const refusedImages = () =>
  new Plugin({
    view: (view) => ({ destroy: useRefused.subscribe(() => view.dispatch(view.state.tr)) }),
    props: { decorations: ({ doc }) => DecorationSet.create(doc, marksIn(doc)) },
  })

function marksIn(doc: Node): Decoration[] {
  const { key, reason = '' } = useRefused.getState()
  const marks: Decoration[] = []
  if (!key) return marks
  doc.descendants((node, at) => {
    if (keyOf(node.attrs.src ?? '') !== key) return
    marks.push(Decoration.node(at, at + node.nodeSize, { class: styles.refused!, title: reason }))
  })
  return marks
}
