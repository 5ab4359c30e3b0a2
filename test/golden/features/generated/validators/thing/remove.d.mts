import type { EventSchema } from '#lib/http/steps/middleware.ts';

export declare const validate: EventSchema;
