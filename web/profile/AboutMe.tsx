import { Mars, Venus } from 'lucide-react'
import { useState } from 'react'
import { NICKNAME_MAX_CHARS } from '#contract/limits.ts'
import { AVATARS, NICKNAME_TITLE, type User, whyNotInPublic, whyNotNickname } from '#contract/profile.ts'
import { Avatar } from '#web/account/Avatar.tsx'
import { NO_ANSWER } from '#web/api.ts'
import { ask } from '#web/ui/ask.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { askForTel } from './askForTel.ts'
import { ChoiceSheet } from './ChoiceSheet.tsx'
import { useChangeUser } from './useChangeUser.ts'

const AVATAR_NAMES = ['月亮', '彗星', '灯火', '小猫', '鲸鱼', '风筝', '新叶', '纸船']
const AVATAR_CHOICES = AVATARS.map((src, index) => ({
  value: src,
  name: AVATAR_NAMES[index] ?? '头像',
  face: <Avatar src={src} size={56} />,
}))
const SEX_NAMES = { '': '未填写', '0': '女', '1': '男' } as const
const SEX_CHOICES = [
  { value: '0', name: SEX_NAMES['0'], face: <Venus size={28} strokeWidth={1.75} aria-hidden="true" /> },
  { value: '1', name: SEX_NAMES['1'], face: <Mars size={28} strokeWidth={1.75} aria-hidden="true" /> },
]

/** Picture, name and sex. What others see of a person needs a number behind it; the sex does not. */
export function AboutMe({ user }: { user: User }) {
  const [open, setOpen] = useState<'avatar' | 'sex'>()
  const update = useChangeUser('userInfoUpdate', '修改成功')
  const changes = (field: 'avatar' | 'nickname' | 'sex') => update.isPending && update.variables[field] !== undefined
  const close = () => setOpen(undefined)

  function pickAvatar() {
    if (whyNotInPublic(user)) return askForTel()
    setOpen('avatar')
  }
  /** A name that the network swallowed is asked for again as it was typed. */
  async function changeNickname(typed = user.nickname) {
    if (whyNotInPublic(user)) return askForTel()
    const wished = await ask({
      title: NICKNAME_TITLE,
      placeholder: '请填写昵称',
      initial: typed,
      max: NICKNAME_MAX_CHARS,
      whyNot: whyNotNickname,
    })
    const nickname = wished?.trim()
    if (!nickname || nickname === user.nickname) return
    update.mutate({ nickname }, { onError: ({ code }) => void (code === NO_ANSWER && changeNickname(nickname)) })
  }

  return (
    <>
      <Rows title="个人资料">
        <Row
          label="头像"
          value={<Avatar src={user.avatar} size={44} />}
          busy={changes('avatar')}
          onClick={() => void pickAvatar()}
        />
        <Row label="昵称" value={user.nickname} busy={changes('nickname')} onClick={() => void changeNickname()} />
        <Row label="性别" value={SEX_NAMES[user.sex]} busy={changes('sex')} onClick={() => setOpen('sex')} />
      </Rows>
      <ChoiceSheet
        open={open === 'avatar'}
        title="选择头像"
        choices={AVATAR_CHOICES}
        chosen={user.avatar}
        onClose={close}
        onPick={(avatar) => update.mutate({ avatar })}
      />
      <ChoiceSheet
        open={open === 'sex'}
        title="性别"
        choices={SEX_CHOICES}
        chosen={user.sex}
        onClose={close}
        onPick={(sex) => update.mutate({ sex: sex as '0' | '1' })}
      />
    </>
  )
}
