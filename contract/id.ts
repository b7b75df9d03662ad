import { z } from 'zod'

/** Ids are strings on the wire, opaque to clients. */
export const id = z.string().regex(/^[1-9]\d{0,15}$/, '编号不正确')
