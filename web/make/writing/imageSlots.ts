import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

/** A place between two blocks that a picture on its way will take. No part of the text; `element` is shown there. */
type Slot = { id: string; at: number; element: HTMLElement }
type Change = { open: readonly Slot[] } | { close: string }

const key = new PluginKey<readonly Slot[]>('imageSlots')

/** Keeps the places while the text around them changes. None is lost with the text: it ends by `closeSlot` or `fillSlot`. */
export const imageSlots = () =>
  new Plugin<readonly Slot[]>({
    key,
    state: { init: () => [], apply: (change, slots) => changed(moved(slots, change), change.getMeta(key)) },
    props: { decorations: (state) => DecorationSet.create(state.doc, slotsOf(state).map(widget)) },
  })

export const slotsOf = (state: EditorState): readonly Slot[] => key.getState(state) ?? []

/** Where a picture goes that is put in at this position: below its block, or in place of an empty one. */
export function placeBeside(state: EditorState, position: number): number {
  const place = state.doc.resolve(position)
  if (place.depth === 0) return position
  return place.parent.content.size === 0 ? place.before(1) : place.after(1)
}

/** Opens places there, in this order. */
export function openSlots(view: EditorView, at: number, slots: readonly Omit<Slot, 'at'>[]) {
  const { state } = view
  const change = at === state.doc.content.size ? state.tr.insert(at, emptyLine(state)) : state.tr
  view.dispatch(change.setMeta(key, { open: slots.map((slot) => ({ ...slot, at })) } satisfies Change))
}

export const closeSlot = (view: EditorView, id: string) =>
  view.dispatch(view.state.tr.setMeta(key, { close: id } satisfies Change))

/** Puts the picture where its place is by now. */
export function fillSlot(view: EditorView, id: string, image: Node) {
  const { state } = view
  const slots = slotsOf(state)
  const slot = slots.find((other) => other.id === id)
  if (!slot) return
  const ends = slot.at === state.doc.content.size && slots.findLast(({ at }) => at === slot.at) === slot
  const change = state.tr.insert(slot.at, ends ? Fragment.from(image).append(emptyLine(state)) : image)
  view.dispatch(change.setMeta(key, { close: id } satisfies Change))
}

/** Below a picture that ends the text one can go on writing. */
const emptyLine = ({ schema }: EditorState): Fragment => Fragment.from(schema.nodes.paragraph?.create())

/** Places before the one being filled stay above its picture, those after it go below. */
function moved(slots: readonly Slot[], change: Transaction): readonly Slot[] {
  if (!change.docChanged) return slots
  const closing = (change.getMeta(key) as { close?: string } | undefined)?.close
  const filled = slots.findIndex(({ id }) => id === closing)
  return slots.map((slot, index) => ({
    ...slot,
    at: betweenBlocks(change.doc, change.mapping.map(slot.at, index < filled ? -1 : 1)),
  }))
}

function betweenBlocks(document: Node, position: number): number {
  const place = document.resolve(position)
  return place.depth === 0 ? position : place.after(1)
}

function changed(slots: readonly Slot[], change: Change | undefined): readonly Slot[] {
  if (!change) return slots
  if ('open' in change) return [...slots, ...change.open]
  return slots.filter(({ id }) => id !== change.close)
}

const widget = ({ id, at, element }: Slot) =>
  Decoration.widget(at, () => element, { key: id, side: -1, ignoreSelection: true, stopEvent: () => true })
