import { CircleDashed, Mars, Venus } from 'lucide-react'
import { useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { NICKNAME_MAX_CHARS } from '#contract/limits.ts'
import { NICKNAME_TITLE, type User, whyNotInPublic, whyNotNickname } from '#contract/profile.ts'
import { NO_ANSWER, wrongIn } from '#web/client/transport.ts'
import { ask } from '#web/ui/ask.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { askForTel } from './askForTel.ts'
import { AvatarRow } from './avatar/AvatarRow.tsx'
import { ChoiceSheet } from './ChoiceSheet.tsx'
import { UPDATED, useChangeUser } from './useChangeUser.ts'

const SEX_NAMES = { '': '未填写', '0': '女', '1': '男' } as const
const ICON = { size: 28, strokeWidth: 1.75, 'aria-hidden': true } as const
const SEX_CHOICES = [
  { value: '0', name: SEX_NAMES['0'], picture: <Venus {...ICON} /> },
  { value: '1', name: SEX_NAMES['1'], picture: <Mars {...ICON} /> },
  { value: '', name: '不填写', picture: <CircleDashed {...ICON} /> },
]

/** Picture, name and sex. Picture and name are seen by others and need a bound phone number; the sex does not. */
export function AboutMe({ user }: { user: User }) {
  const [picking, setPicking] = useState(false)
  const update = useChangeUser('userInfoUpdate', UPDATED, { meanwhile: TEXT.saving, fields: ['nickname'] })
  const changes = (field: 'nickname' | 'sex') => update.isPending && update.variables[field] !== undefined

  /** After a lost answer or a refusal the dialog opens again with the name as it was typed, and why. */
  async function changeNickname(typed = user.nickname, wrong?: string) {
    if (whyNotInPublic(user)) return askForTel()
    const wished = await ask({
      title: NICKNAME_TITLE,
      placeholder: '请填写昵称',
      initial: typed,
      max: NICKNAME_MAX_CHARS,
      whyNot: whyNotNickname,
      wrong,
    })
    const nickname = wished?.trim()
    if (!nickname || nickname === user.nickname) return
    update.mutate(
      { nickname },
      {
        onError: (error) => {
          const why = wrongIn(error, 'nickname')
          if (why || error.code === NO_ANSWER) void changeNickname(nickname, why)
        },
      },
    )
  }

  return (
    <>
      <Rows title="个人资料">
        <AvatarRow user={user} />
        <Row
          label="昵称"
          value={user.waiting.includes('nickname') ? `${user.nickname}（新昵称审核中）` : user.nickname}
          busy={changes('nickname')}
          onClick={() => void changeNickname()}
        />
        <Row label="性别" value={SEX_NAMES[user.sex]} busy={changes('sex')} onClick={() => setPicking(true)} />
      </Rows>
      <ChoiceSheet
        open={picking}
        title="性别"
        choices={SEX_CHOICES}
        chosen={user.sex}
        onClose={() => setPicking(false)}
        onPick={(sex) => update.mutate({ sex: sex as User['sex'] })}
      />
    </>
  )
}
