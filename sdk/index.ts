/** The part of the SDK that browser and server share. */
export { z } from 'zod'
export * from './core/errors.ts'
export * from './core/contract.ts'
export * from './core/schemas.ts'
export * from './core/manifest.ts'
export * from './core/config.ts'
export * from './core/rules.ts'
