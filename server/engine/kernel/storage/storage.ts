import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/engine/kernel/config.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './file-store.ts'
import { createS3Storage } from './s3.ts'

/** Uses an S3 bucket if S3_BUCKET is set, else the folder `media` under DATA_DIR. */
export const createStorage = (config: Config): Storage =>
  config.S3_BUCKET
    ? createS3Storage({ bucket: config.S3_BUCKET, endpoint: config.S3_ENDPOINT, region: config.S3_REGION })
    : createDiskStorage(path.join(config.dataDir, 'media'))

/**
 * Makes sure that files can be stored, for processes that store some; a bucket is checked when it is used.
 * @throws the system's error with the path of the folder.
 */
export function requireDataDir({ S3_BUCKET, dataDir }: Pick<Config, 'S3_BUCKET' | 'dataDir'>): void {
  if (S3_BUCKET) return
  mkdirSync(dataDir, { recursive: true })
  accessSync(dataDir, constants.W_OK)
}
