import type { AppCall, Input } from '#contract/calls.ts'
import type { PageName } from '#contract/pages.ts'
import { OPEN_LIST } from '#web/capsule/detail/openList.ts'
import { OWN_POINTS } from '#web/look/home/GoldenPoints.tsx'

type FirstCall = { [N in AppCall]: readonly [name: N, input: Input<N>, unless?: 'id'] }[AppCall]

/** Inputs that the address says: `id` as it stands there, and the current month, unless another is asked for. */
const ID = '$id'
const MONTH = '$month'
const FIRST = { page: 1 }

const PERSON: FirstCall = ['userInfo', {}]
const SEALED: FirstCall = ['closedSummary', {}]

/**
 * The calls that a signed-in person's page makes at once, exactly as it makes them: they begin before its code has come
 * (start.ts). A call marked 'id' is one of a new page alone, whose address has no `id`. `e2e/firstShells.spec.ts` compares both.
 */
export const FIRST_CALLS: Partial<Record<PageName, readonly FirstCall[]>> = {
  home: [
    ['capsuleOpenList', { ...OPEN_LIST, ...FIRST }],
    SEALED,
    ['myClosedCapsules', OWN_POINTS as Input<'myClosedCapsules'>],
    PERSON,
  ],
  diaryList: [['diaryList', { date: MONTH, ...FIRST }], PERSON, SEALED],
  me: [PERSON, SEALED],
  capsuleDetail: [['capsuleDetail', { capsule_id: ID }]],
  previewDiary: [['capsuleDetail', { capsule_id: ID }]],
  writeDiary: [PERSON, ['capsuleDetail', { capsule_id: ID }], ['taskList', {}, 'id']],
  textCapsule: [PERSON, ['capsuleDetail', { capsule_id: ID }]],
  graphicCapsule: [PERSON, ['capsuleDetail', { capsule_id: ID }]],
  rechargeCenter: [PERSON, ['goodsList', {}]],
  taskCenter: [['taskList', {}]],
  setting: [PERSON],
  inbox: [['inbox', FIRST]],
}
