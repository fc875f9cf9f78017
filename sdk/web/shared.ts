/** The part of '@atrium/sdk' that browsers get: everything but zod and the schemas made with it. */
export * from '../core/errors.ts'
export * from '../core/manifest.ts'
export * from '../core/tiers.ts'
export * from '../core/rules/index.ts'
export * from '../core/marks.ts'
export type { ThemeColour, ThemeSettings } from '../core/theme.ts'
export type * from '../core/contract.ts'
export { fieldsOf, type FormField, type JsonSchema } from '../core/fields.ts'
