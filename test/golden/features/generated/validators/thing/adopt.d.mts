import type { EventSchema } from '#lib/runtime/middleware.ts';

export declare const validate: EventSchema;
