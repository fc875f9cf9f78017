/**
 * '@atrium/sdk' in browsers: rules and plain data without zod. Whoever imports it carries what it uses, so nothing is here that must be one for all,
 * as the class of errors must: that is in '@atrium/sdk/web'.
 */
export * from '../core/first.ts'
export * from '../core/manifest.ts'
export * from '../core/tiers.ts'
export { LIMITS, type Limit, type Limits } from '../core/limits.ts'
export * from '../core/money.ts'
export * from '../core/rules/index.ts'
export * from '../core/marks.ts'
export * from '../core/solve.ts'
export type { ThemeColour, ThemeSettings } from '../core/theme.ts'
export type * from '../core/contract.ts'
export { fieldsOf, type FormField, type JsonSchema } from '../core/fields.ts'
