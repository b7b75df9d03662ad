import { QUESTIONS_DROP_HOURS } from '#contract/limits.ts'
import type { NoticeTemplate, Recipient } from './queue.ts'

/** What a message may say besides fixed words: where to go. Never a title, never anything that is sealed. */
export type Said = { site: string; link: string; to: Recipient }

const DROP = `${QUESTIONS_DROP_HOURS}小时后生效`

/** One sentence or two, the same in every channel. */
const SENTENCE: Record<NoticeTemplate, (said: Said) => string> = {
  open: ({ link }) => `您有一枚时光胶囊已到解封时间，打开 ${link} 查看。`,
  openOwner: ({ site }) => `您封存的一枚时光胶囊已到解封时间，打开 ${site} 登录即可解封。`,
  confirm: ({ link }) => `有人把您设为一枚时光胶囊的联系人，打开 ${link} 确认是否接收到期通知。`,
  approved: ({ site }) => `您的提前解封申请已通过，打开 ${site} 登录即可解封。`,
  rejected: ({ site }) => `您的提前解封申请未通过，打开 ${site} 登录查看答复。`,
  bounced: ({ site }) => `您的一枚时光胶囊有联系方式无法送达，请打开 ${site} 登录更正。`,
  questions: ({ to, site }) =>
    to === 'owner'
      ? `您申请取消一枚时光胶囊的安全问题，${DROP}。如非本人操作，请尽快打开 ${site} 登录撤销。`
      : `一枚以您为联系人的时光胶囊，主人申请取消安全问题，${DROP}。如有疑问请联系主人。`,
}

export const sentenceOf = (template: NoticeTemplate, said: Said): string => SENTENCE[template](said)

export const SUBJECT: Record<NoticeTemplate, string> = {
  open: '您有一枚时光胶囊可以解封了',
  openOwner: '您的时光胶囊可以解封了',
  confirm: '请确认接收时光胶囊的到期通知',
  approved: '您的提前解封申请已通过',
  rejected: '您的提前解封申请未通过',
  bounced: '时光胶囊的联系方式无法送达',
  questions: '时光胶囊的安全问题即将取消',
}

const BUTTON: Partial<Record<NoticeTemplate, string>> = { open: '打开时光胶囊', confirm: '查看并确认' }

/** What the log calls it; `round` 0 is the day itself. */
export function aboutOf(template: string, round: number): string {
  if (template === 'open' || template === 'openOwner') return round === 0 ? '解封通知' : `第${round}次提醒`
  return ABOUT[template] ?? '通知'
}

const ABOUT: Record<string, string> = {
  confirm: '联系方式确认',
  approved: '审核结果',
  rejected: '审核结果',
  bounced: '联系方式无法送达',
  questions: '安全问题取消提醒',
}

export type Letter = { subject: string; text: string; html: string }

/** A letter as text and as HTML; `stop` is where third persons say that they want no more. */
export function letterOf(template: NoticeTemplate, said: Said, stop: string): Letter {
  const sentence = sentenceOf(template, said)
  const foot = `不想再收到时光胶囊的通知？打开 ${stop} 停止接收。`
  const button = BUTTON[template]
  const html = [
    '<!doctype html><html lang="zh-CN"><body style="margin:0;background:#FBF8F2;color:#2B2A33;',
    "font:16px/1.85 'PingFang SC','Microsoft YaHei',sans-serif\">",
    '<div style="max-width:34em;margin:0 auto;padding:40px 24px">',
    '<p style="color:#5152C9;letter-spacing:.2em;margin:0 0 24px">时光胶囊</p>',
    `<p style="margin:0 0 24px">${linked(sentence)}</p>`,
    button
      ? `<p style="margin:0 0 32px"><a href="${escaped(said.link)}" style="display:inline-block;padding:10px 28px;border-radius:999px;background:#5152C9;color:#fff;text-decoration:none">${button}</a></p>`
      : '',
    `<p style="margin:0;color:#6F6B7A;font-size:14px">${linked(foot)}</p>`,
    '</div></body></html>',
  ]
  return { subject: SUBJECT[template], text: `${sentence}\n\n${foot}\n`, html: html.join('') }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!)

/** As HTML, its addresses as links. */
const linked = (text: string): string =>
  escaped(text).replace(/https?:\/\/[^\s，。]+/g, (url) => `<a href="${url}" style="color:#5152C9">${url}</a>`)
