/** The part of the SDK that only server code may import. */
export * from './ctx.ts'
export * from './define.ts'
export * from './table.ts'
export * from './cursor.ts'
export * from './richtext.ts'
export * from './errors.ts'
export * from './html.ts'
export * from './pictures.ts'
