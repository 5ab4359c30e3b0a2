import { addError, checkMember, checkEach, checkRequired, checkClosed } from "#lib/shared/json/add-errors.ts";
const said0 = {"properties":{"kind":true,"name":true}};
const said1 = {"properties":{"kind":true,"name":true,"lives":true}};
const said2 = {"properties":{"kind":true,"name":true,"owner":true}};
const said3 = {"properties":{"kind":true,"name":true,"owner":true,"weeks":true}};
const said4 = {"oneOf":[{"properties":{"kind":{"const":"Animal"}}},{"properties":{"kind":{"const":"Cat"}}},{"properties":{"kind":{"const":"Dog"}}},{"properties":{"kind":{"const":"Puppy"}}}]};
const said5 = {"properties":{"animal":true,"counts":true}};
import { addErrors } from "#lib/shared/json/add-errors.ts";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func9 = addErrors;

function validate2(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
vErrors = addError(vErrors, instancePath, "type", {type: "integer"});
errors++;
}
if(typeof data == "number"){
if(data > 2147483647 || isNaN(data)){
vErrors = addError(vErrors, instancePath, "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data < -2147483648 || isNaN(data)){
vErrors = addError(vErrors, instancePath, "minimum", {comparison: ">=", limit: -2147483648});
errors++;
}
}
validate2.errors = vErrors;
return errors === 0;
}

const wrapper0 = {validate: validate1};

function validate1(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["kind"], instancePath);
errors = vErrors?.length ?? 0;
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 !== "string"){
vErrors = addError(vErrors, instancePath+"/name", "type", {type: "string"});
errors++;
}
}
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "Animal"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["name"], instancePath);
errors = vErrors?.length ?? 0;
for(const key0 of Object.keys(data)){
if(!((key0 === "kind") || (key0 === "name"))){
vErrors = addError(vErrors, instancePath, "additionalProperties", {additionalProperty: key0}, {parentSchema:said0});
errors++;
}
}
}
var props0 = true;
}
else if(tag0 === "Cat"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["name"], instancePath);
errors = vErrors?.length ?? 0;
for(const key1 of Object.keys(data)){
if(!(((key1 === "kind") || (key1 === "name")) || (key1 === "lives"))){
vErrors = addError(vErrors, instancePath, "additionalProperties", {additionalProperty: key1}, {parentSchema:said1});
errors++;
}
}
vErrors = checkEach(vErrors, data, {"lives":validate2}, instancePath);
errors = vErrors?.length ?? 0;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "Dog"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["name"], instancePath);
errors = vErrors?.length ?? 0;
for(const key2 of Object.keys(data)){
if(!(((key2 === "kind") || (key2 === "name")) || (key2 === "owner"))){
vErrors = addError(vErrors, instancePath, "additionalProperties", {additionalProperty: key2}, {parentSchema:said2});
errors++;
}
}
if(data.owner !== undefined && func0.call(data, "owner")){
if(!(wrapper0.validate(data.owner, {instancePath:instancePath+"/owner"}))){
vErrors = func9(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "Puppy"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["name","weeks"], instancePath);
errors = vErrors?.length ?? 0;
for(const key3 of Object.keys(data)){
if(!((((key3 === "kind") || (key3 === "name")) || (key3 === "owner")) || (key3 === "weeks"))){
vErrors = addError(vErrors, instancePath, "additionalProperties", {additionalProperty: key3}, {parentSchema:said3});
errors++;
}
}
if(data.owner !== undefined && func0.call(data, "owner")){
if(!(wrapper0.validate(data.owner, {instancePath:instancePath+"/owner"}))){
vErrors = func9(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
vErrors = checkEach(vErrors, data, {"weeks":validate2}, instancePath);
errors = vErrors?.length ?? 0;
}
if(props0 !== true){
props0 = true;
}
}
else {
vErrors = addError(vErrors, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0}, {parentSchema:said4});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0}, {parentSchema:said4});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}


function validate6(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(key0 === "all")){
let data0 = data[key0];
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
vErrors = addError(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "integer"});
errors++;
}
if(typeof data0 == "number"){
if(data0 > 2147483647 || isNaN(data0)){
vErrors = addError(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data0 < 0 || isNaN(data0)){
vErrors = addError(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "minimum", {comparison: ">=", limit: 0});
errors++;
}
}
}
}
vErrors = checkEach(vErrors, data, {"all":validate2}, instancePath);
errors = vErrors?.length ?? 0;
}
else {
vErrors = addError(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath=""}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
let data1 = data.body;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
vErrors = checkRequired(vErrors, data1, ["animal"], instancePath+"/body");
errors = vErrors?.length ?? 0;
for(const key0 of Object.keys(data1)){
if(!((key0 === "animal") || (key0 === "counts"))){
vErrors = addError(vErrors, instancePath+"/body", "additionalProperties", {additionalProperty: key0}, {parentSchema:said5});
errors++;
}
}
vErrors = checkMember(vErrors, data1, "animal", validate1, instancePath+"/body/animal");
errors = vErrors?.length ?? 0;
vErrors = checkMember(vErrors, data1, "counts", validate6, instancePath+"/body/counts");
errors = vErrors?.length ?? 0;
}
else {
vErrors = addError(vErrors, instancePath+"/body", "type", {type: "object"});
errors++;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}

