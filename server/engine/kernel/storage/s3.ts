import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Storage } from './file-store.ts'

type Parts = { bucket: string; endpoint: string | undefined; region?: string | undefined; timeoutMs?: number }

/** A second one, since a connection may have been closed meanwhile. */
const MAX_ATTEMPTS = 2

/**
 * Stores objects in a bucket. The AWS SDK finds the credentials; other endpoints than Amazon's are addressed by path.
 * An attempt that is not answered within `timeoutMs`, or stalls so long in the middle of a file, fails.
 */
export function createS3Storage({ bucket, endpoint, region = 'us-east-1', timeoutMs = 10_000 }: Parts): Storage {
  const client = new S3Client({
    region,
    maxAttempts: MAX_ATTEMPTS,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: {
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
      connectionTimeout: 5_000,
    },
  })
  return {
    put: async (key, { bytes, content_type }) => {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: bytes,
          ContentType: content_type,
          ContentLength: bytes.byteLength,
        }),
      )
    },
    get: async (key) => {
      try {
        const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
        if (!Body) return null
        return { bytes: await Body.transformToByteArray(), content_type: ContentType ?? 'application/octet-stream' }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    size: async (key) => {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        return ContentLength ?? null
      } catch (error) {
        if (error instanceof NotFound) return null
        throw error
      }
    },
    list: async (prefix) => {
      const keys: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        keys.push(...Contents.flatMap(({ Key }) => Key ?? []))
      return keys
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
  }
}
