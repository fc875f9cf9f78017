/** Addresses of the editor and of what belongs to it. */
export const AT = '/settings/pages'
export const editPath = (pageId: number): string => `${AT}/edit?page=${pageId}`
export const blockPath = (blockId: number): string => `${AT}/edit?block=${blockId}`
export const BLOCKS_AT = `${AT}/blocks`
