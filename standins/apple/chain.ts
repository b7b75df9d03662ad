import { type Certified, certify, pemOf } from './certificate.ts'

/** Ways in which a chain is not Apple's. */
export type ChainLie =
  | 'foreign root'
  /** By somebody else, with our own intermediate and root beside it. */
  | 'foreign leaf'
  | 'unmarked leaf'
  | 'unmarked intermediate'
  | 'no authority'
  | 'expired leaf'
  | 'two certificates'
/** Leaf, intermediate, root; the leaf's key signs. */
export type Chain = { key: Certified['key']; x5c: string[] }

const LEAF_MARK = '1.2.840.113635.100.6.11.1'
const INTERMEDIATE_MARK = '1.2.840.113635.100.6.2.1'
const LONG_AGO = new Date('2020-01-02T00:00:00Z')

/** The certificates that are believed, and others that are not. */
export function makeChains() {
  const authority = () => {
    const root = certify({ name: 'sandbox root', isAuthority: true })
    const intermediate = certify({ name: 'sandbox', issuer: root, isAuthority: true, mark: INTERMEDIATE_MARK })
    return { root, intermediate }
  }
  const own = authority()
  const foreign = authority()
  const leafOf = (issuer: Certified, over: { mark?: string; until?: Date } = {}) =>
    certify({ name: 'sandbox leaf', issuer, mark: LEAF_MARK, ...over })
  const under = (intermediate: Certified, leaf = leafOf(intermediate), { root } = own): Chain => ({
    key: leaf.key,
    x5c: [leaf, intermediate, root].map(({ der }) => der.toString('base64')),
  })
  const between = (over: { isAuthority?: boolean; mark?: string }) =>
    under(certify({ name: 'sandbox', issuer: own.root, isAuthority: true, mark: INTERMEDIATE_MARK, ...over }))

  const right = under(own.intermediate)
  const lies: Record<ChainLie, () => Chain> = {
    'foreign root': () => under(foreign.intermediate, leafOf(foreign.intermediate), foreign),
    'foreign leaf': () => under(own.intermediate, leafOf(foreign.intermediate)),
    'unmarked leaf': () => under(own.intermediate, leafOf(own.intermediate, { mark: undefined })),
    'unmarked intermediate': () => between({ mark: undefined }),
    'no authority': () => between({ isAuthority: false }),
    'expired leaf': () => under(own.intermediate, leafOf(own.intermediate, { until: LONG_AGO })),
    'two certificates': () => ({ ...right, x5c: right.x5c.slice(0, 2) }),
  }
  const chain = (lie?: ChainLie): Chain => (lie ? lies[lie]() : right)
  return { rootPem: pemOf(own.root.der), chain }
}
