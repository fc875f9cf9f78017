/** Invoices of the manual provider that wait for their money. */
import { date, z } from '@atrium/sdk'

export const OpenInvoice = z.object({
  id: z.string(),
  /** `order`: what was ordered and is not had yet; `renewal`: of a subscription that goes on. */
  kind: z.enum(['order', 'renewal']),
  /** What buyers write beside their transfer. */
  number: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  description: z.string(),
  /** In the smallest unit of the currency. */
  amount: z.number().int(),
  currency: z.string(),
  /** Of whoever sold it (`Purpose.reference`). */
  reference: z.string().nullable(),
  created_at: date,
  due_at: date,
})
export type OpenInvoice = z.output<typeof OpenInvoice>

export const PaidInput = z.object({
  /** Day on which the money came, YYYY-MM-DD; none: today. */
  paid_on: z.iso.date().nullish(),
  note: z.string().trim().max(300).default(''),
})
