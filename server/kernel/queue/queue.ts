import { type ConnectionOptions, createPostgresBackend, createRedisBackend, type JobsOptions, type Worker, withBackend } from 'bullmq'
