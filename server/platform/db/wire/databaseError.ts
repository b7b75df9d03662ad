/** The fields of a PostgreSQL error, under the names that `pg` gives them. */
export type ErrorFields = {
  message: string
  code: string
  severity?: string
  detail?: string
  hint?: string
  position?: string
  where?: string
  schema?: string
  table?: string
  column?: string
  dataType?: string
  constraint?: string
  routine?: string
}

/** An error with a SQLSTATE in `code`, as on a server: callers ask `error.code === '23505'` on both engines. */
export class DatabaseError extends Error implements ErrorFields {
  declare code: string
  declare severity?: string
  declare detail?: string
  declare constraint?: string

  constructor(fields: ErrorFields) {
    super(fields.message)
    this.name = 'DatabaseError'
    Object.assign(this, { severity: 'ERROR' }, fields)
  }
}

/** Prepared before a change of the schema, or gone: prepare it again. */
export const isStale = ({ code, routine }: ErrorFields): boolean =>
  code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery')
