import type { Editor, EditorEvents } from '@tiptap/core'

/** Follows a position in the text while it is written on; what this gives ends that, and says where it is by then. */
export function follow(editor: Editor, position: number): () => number {
  let at = position
  const move = ({ transaction, appendedTransactions }: EditorEvents['transaction']) => {
    for (const { mapping } of [transaction, ...appendedTransactions]) at = mapping.map(at, -1)
  }
  editor.on('transaction', move)
  return () => {
    editor.off('transaction', move)
    return at
  }
}
