import type { EventSchema } from '#lib/run/http/steps/check-request.ts';

export declare const validate: EventSchema;
