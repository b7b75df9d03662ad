import { z } from 'zod'
import { text, whyNotChannel } from './group.ts'

const ALL = { SMTP_HOST: text, SMTP_USER: text, SMTP_PASSWORD: text, MAIL_FROM: text }

export const environment = {
  MAIL_PROVIDER: z.enum(['outbox', 'off', 'smtp']).optional(),
  ...ALL,
  SMTP_PORT: z.coerce.number().int().min(1).max(65535).default(465),
}
type SmtpEnvironment = z.infer<z.ZodObject<typeof environment>> & { PUBLIC_URL?: string }

export const together = [{ all: ALL, when: (values: SmtpEnvironment) => values.MAIL_PROVIDER === 'smtp' }]

export const sentences = {
  SMTP_PORT: 'SMTP_PORT 必须是 1 到 65535 之间的整数',
  MAIL_PROVIDER: 'MAIL_PROVIDER 只能是 outbox、off 或 smtp',
}

export type Smtp = { host: string; port: number; user: string; password: string; from: string }

/** How mail goes out: kept in the outbox, not at all, or by the mail server. */
export function read(values: SmtpEnvironment): Smtp | 'outbox' | 'off' {
  if (values.MAIL_PROVIDER !== 'smtp') return values.MAIL_PROVIDER ?? 'outbox'
  return {
    host: values.SMTP_HOST!,
    port: values.SMTP_PORT,
    user: values.SMTP_USER!,
    password: values.SMTP_PASSWORD!,
    from: values.MAIL_FROM!,
  }
}

export const whyNotInProduction = ({ MAIL_PROVIDER, PUBLIC_URL }: SmtpEnvironment): string[] =>
  whyNotChannel('MAIL_PROVIDER', MAIL_PROVIDER, { what: '邮件服务', publicUrl: PUBLIC_URL })
