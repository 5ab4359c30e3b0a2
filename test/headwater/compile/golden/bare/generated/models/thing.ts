// The models of descriptors/thing.json.

export interface Models {}
