import { z } from 'zod'
import { CONFIDENCE_MAX, CONFIDENCE_MIN } from './limits.ts'
import { description, keyAnswer, longTag, sealOptions, sendWord } from './seal.ts'
import type { Kind } from './wallet.ts'

// The fields that a capsule's writer fills in beside its content, each with a row and its schemas. From here follow drafts, the
// sealed content, the detail, and what browsers keep of a capsule being made (CONTRIBUTING.md, "A field of a capsule").

type CapsuleField = {
  /** The value where the writer gave none; only of fields that every capsule has had from the first one on. */
  empty?: ''
  /** Only capsules of this kind have it. */
  kind?: Kind
  /** Filled in with the content, so that it is rescued like the typed text; otherwise on the seal pages. */
  inEditor?: true
  /** The people who get it, of those who may read the content. */
  readers: 'owner' | 'everybody'
  /** A capsule that is sealed once more begins with it. */
  again?: true
  /** A text: its owner's search finds it, and moderation looks at it under this name before others see the capsule. */
  scene?: 'words' | 'remark'
}

/** By their names in calls, in the encrypted content and in drafts that browsers keep: a name never changes. */
const FIELDS = {
  send_word: { empty: '', readers: 'owner', scene: 'words' },
  description: { empty: '', readers: 'everybody', again: true, scene: 'remark' },
  confidence: { kind: 'forecast', inEditor: true, readers: 'owner' },
} as const satisfies Record<string, CapsuleField>
type FieldName = keyof typeof FIELDS
export const CAPSULE_FIELDS: Record<FieldName, CapsuleField> = FIELDS

/** The inputs of every kind. Those without a row are columns, and the answers, of which sealing keeps a hash. */
export const fieldInputs = {
  long_tag: longTag.optional(),
  description: description.optional(),
  is_public: sealOptions.is_public,
  is_lock: sealOptions.is_lock,
  key_answer: keyAnswer.optional(),
  send_word: sendWord.optional(),
}
/** The inputs that are changed together with the content. */
export const editorInputs = inputsInEditor(fieldInputs)

const CONFIDENCE_WRONG = `把握应在${CONFIDENCE_MIN}到${CONFIDENCE_MAX}之间`
const confidence = z.int(CONFIDENCE_WRONG).min(CONFIDENCE_MIN, CONFIDENCE_WRONG).max(CONFIDENCE_MAX, CONFIDENCE_WRONG)
/** The inputs of a prediction alone; `confidence`: how sure one is that one's conclusion comes true, in percent. */
export const forecastInputs = { confidence: confidence.optional() }

/** The parts of the encrypted content beside its items, as the detail answers them. */
export const fieldOutputs = {
  send_word: z.string().optional(),
  description: z.string().optional(),
  /** The owner's own draft: the answers typed so far. */
  key_answer: z.record(z.string(), z.string()).optional(),
  /** Absent when the owner of the prediction did not say. */
  confidence: z.int().optional(),
} satisfies Record<FieldName | 'key_answer', z.ZodType>

type Value<N extends FieldName> = NonNullable<z.infer<(typeof fieldOutputs)[N]>>
type Having<Part> = { [N in FieldName]: (typeof FIELDS)[N] extends Part ? N : never }[FieldName]
type Lasting = Having<{ empty: '' }>
type InEditor = Having<{ inEditor: true }>
/** The fields as a capsule has them; `GivenFields` as far as somebody has sent or stored them. */
export type CapsuleFields = { [N in Lasting]: Value<N> } & { [N in Exclude<FieldName, Lasting>]?: Value<N> }
export type GivenFields = Partial<CapsuleFields>
export type EditorFields = Pick<CapsuleFields, InEditor>

const rows = () => Object.entries(CAPSULE_FIELDS) as [FieldName, CapsuleField][]

/** The fields that `has` asks for. One without a value is there as undefined, so that it takes an older value away. */
export function pickFields(given: GivenFields, has: (field: CapsuleField) => unknown): GivenFields {
  const picked: Record<string, unknown> = {}
  for (const [name, field] of rows()) if (has(field)) picked[name] = given[name] ?? field.empty
  return picked
}

const isOf = ({ kind }: CapsuleField, of: Kind): boolean => kind === undefined || kind === of

/** The fields of a capsule of this kind, with their empty values. */
export const fieldsOfKind = (kind: Kind, given: GivenFields): CapsuleFields =>
  pickFields(given, (field) => isOf(field, kind)) as CapsuleFields

/** The fields of this kind that are filled in with the content. */
export const editorFields = (kind: Kind, given: GivenFields): EditorFields =>
  pickFields(given, (field) => field.inEditor && isOf(field, kind))

/** Whether two capsules have the same fields filled in with their content; an empty one is as good as none. */
export const sameInEditor = (one: GivenFields, other: GivenFields): boolean =>
  rows().every(([name, { inEditor }]) => !inEditor || (one[name] ?? '') === (other[name] ?? ''))

/** The texts among these fields. */
export const fieldTexts = (given: GivenFields) =>
  rows().flatMap(([name, { scene }]) => (scene ? [{ scene, text: String(given[name] ?? '') }] : []))

function inputsInEditor<I extends object>(inputs: I) {
  const own = Object.entries(inputs).filter(([name]) => CAPSULE_FIELDS[name as FieldName]?.inEditor)
  return Object.fromEntries(own) as Pick<I, InEditor & keyof I>
}
