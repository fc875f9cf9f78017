/** A community's archive: how it is read, what it looks like, and how it is put into an empty installation. */
export { archiveOf, type ArchiveApi, type ArchivePage, withoutSecrets } from './read.ts'
export { type Brings, STAYS, travelProblems } from './tables.ts'
export { ARCHIVE_FORMAT, type ArchiveManifest, restoreArchive } from './restore.ts'
export { openArchive } from './source.ts'
