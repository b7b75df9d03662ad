import { z } from 'zod'
import { text, url } from './group.ts'

const ALL = {
  BUCKET_URL: url.optional(),
  BUCKET_NAME: text,
  BUCKET_REGION: text,
  BUCKET_ACCESS_KEY_ID: text,
  BUCKET_ACCESS_KEY_SECRET: text,
  BUCKET_ROLE_ARN: text,
  BUCKET_STS_URL: url.optional(),
}

export const environment = {
  MEDIA_STORE: z.enum(['disk', 'oss', 's3']).default('disk'),
  ...ALL,
  BUCKET_PATH_STYLE: z.enum(['0', '1']).default('0'),
  BUCKET_READ_URL: url.optional(),
}
type BucketEnvironment = z.infer<z.ZodObject<typeof environment>>

export const together = [{ all: ALL, when: (values: BucketEnvironment) => values.MEDIA_STORE !== 'disk' }]

export const sentences = {
  MEDIA_STORE: 'MEDIA_STORE 只能是 disk、oss 或 s3',
  BUCKET_PATH_STYLE: 'BUCKET_PATH_STYLE 只能是 0 或 1',
  BUCKET_READ_URL: 'BUCKET_READ_URL 必须是完整的网址',
}

/** A bucket at Aliyun OSS or at any S3 service. `url` is the bucket's own domain, or the service's with the path style. */
export type BucketConfig = {
  kind: 'oss' | 's3'
  url: string
  name: string
  region: string
  accessKeyId: string
  accessKeySecret: string
  /** The role people's uploads are signed with, for an hour and their own prefix only. */
  roleArn: string
  stsUrl: string
  pathStyle: boolean
  /** A CDN in front of the bucket, for pictures that everybody may see (docs/decisions/uploads.md). */
  readUrl?: string | undefined
}

export function read(values: BucketEnvironment): BucketConfig | undefined {
  if (values.MEDIA_STORE === 'disk') return undefined
  return {
    kind: values.MEDIA_STORE,
    url: values.BUCKET_URL!.replace(/\/+$/, ''),
    name: values.BUCKET_NAME!,
    region: values.BUCKET_REGION!,
    accessKeyId: values.BUCKET_ACCESS_KEY_ID!,
    accessKeySecret: values.BUCKET_ACCESS_KEY_SECRET!,
    roleArn: values.BUCKET_ROLE_ARN!,
    stsUrl: values.BUCKET_STS_URL!.replace(/\/+$/, ''),
    pathStyle: values.BUCKET_PATH_STYLE === '1',
    readUrl: values.BUCKET_READ_URL,
  }
}

export const whyNot = (values: BucketEnvironment): string[] => [
  ...(values.MEDIA_STORE === 'disk' && values.BUCKET_READ_URL
    ? ['BUCKET_READ_URL 是存储桶前面的 CDN，MEDIA_STORE=disk 时不能设置']
    : []),
]
