import { addError, checkMember, checkEach, checkRequired, checkClosed } from "#lib/shared/json/add-errors.ts";
const said0 = {"properties":{"name":true,"size":true,"colour":true,"made":true,"parts":true,"grid":true,"extra":true,"weight":true,"size of":true,"place":true,"default":true,"is-new":true}};
const said1 = {"anyOf":[{"type":"number"},{"type":"array"},{"$ref":"#/$defs/Unused"}]};
const said2 = {"properties":{"width":true,"part":true}};
const said3 = {"x-message":"must be visible ASCII characters, without spaces"};
import { countCharacters } from "#lib/shared/json/count-characters.ts";
import { addErrors } from "#lib/shared/json/add-errors.ts";
import { equal } from "#lib/shared/json/equal.ts";
import { checkOnce } from "#lib/shared/json/check-once.ts";
import { formats } from "#lib/shared/json/formats.ts";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func2 = countCharacters;
const func16 = addErrors;
const pattern0 = new RegExp("^[!-~]*$", "u");
const func19 = equal;
const func23 = checkOnce;
const pattern1 = new RegExp("^[^/]+$", "u");
const formats0 = formats["date-time"];
const wrapper0 = {validate: validate1};

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.of !== undefined && func0.call(data, "of")){
if(!(wrapper0.validate(data.of, {instancePath:instancePath+"/of",parentData:data,parentDataProperty:"of",rootData,dynamicAnchors}))){
vErrors = func16(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.weights !== undefined && func0.call(data, "weights")){
let data1 = data.weights;
if(Array.isArray(data1)){
if(data1.length < 1){
vErrors = addError(vErrors, instancePath+"/weights", "minItems", {limit: 1});
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 == "number"){
if(data2 > 3.4028234663852886e+38 || isNaN(data2)){
vErrors = addError(vErrors, instancePath+"/weights/" + i0, "maximum", {comparison: "<=", limit: 3.4028234663852886e+38});
errors++;
}
if(data2 < -3.4028234663852886e+38 || isNaN(data2)){
vErrors = addError(vErrors, instancePath+"/weights/" + i0, "minimum", {comparison: ">=", limit: -3.4028234663852886e+38});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath+"/weights/" + i0, "type", {type: "number"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath+"/weights", "type", {type: "array"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate2.errors = vErrors;
return errors === 0;
}


function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
vErrors = addError(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate4.errors = vErrors;
return errors === 0;
}


function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = checkRequired(vErrors, data, ["name","colour","place"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = checkClosed(vErrors, data, said0, instancePath);
errors = vErrors?.length ?? 0;
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) < 1){
vErrors = addError(vErrors, instancePath+"/name", "minLength", {limit: 1});
errors++;
}
if(!pattern1.test(data0)){
vErrors = addError(vErrors, instancePath+"/name", "pattern", {pattern: "^[^/]+$"});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath+"/name", "type", {type: "string"});
errors++;
}
}
if(data.size !== undefined && func0.call(data, "size")){
let data1 = data.size;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
vErrors = addError(vErrors, instancePath+"/size", "type", {type: "integer"});
errors++;
}
if(typeof data1 == "number"){
if(data1 > 9007199254740991 || isNaN(data1)){
vErrors = addError(vErrors, instancePath+"/size", "maximum", {comparison: "<=", limit: 9007199254740991});
errors++;
}
if(data1 < 0 || isNaN(data1)){
vErrors = addError(vErrors, instancePath+"/size", "minimum", {comparison: ">=", limit: 0});
errors++;
}
}
}
if(data.colour !== undefined && func0.call(data, "colour")){
let data2 = data.colour;
if(typeof data2 !== "string"){
vErrors = addError(vErrors, instancePath+"/colour", "type", {type: "string"});
errors++;
}
if(!((data2 === "red") || (data2 === "blue"))){
vErrors = addError(vErrors, instancePath+"/colour", "enum", {allowedValues: ["red","blue"]}, {data:data2});
errors++;
}
}
if(data.made !== undefined && func0.call(data, "made")){
let data3 = data.made;
if(typeof data3 === "string"){
if(!(formats0(data3))){
vErrors = addError(vErrors, instancePath+"/made", "format", {format: "date-time"});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath+"/made", "type", {type: "string"});
errors++;
}
}
if(data.parts !== undefined && func0.call(data, "parts")){
let data4 = data.parts;
const _errs12 = errors;
let valid1 = true;
const _errs13 = errors;
if(Array.isArray(data4)){
if(data4.length > 3){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
var _valid0 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs14 = errors;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate2(data4[i0], {instancePath:instancePath+"/parts/" + i0,parentData:data4,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = func16(vErrors, validate2.errors);
errors = vErrors.length;
}
}
let i1 = data4.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func19(data4[i1], data4[j0])){
vErrors = addError(vErrors, instancePath+"/parts", "uniqueItems", {i: i1, j: j0});
errors++;
break outer0;
}
}
}
}
}
var _valid0 = _errs14 === errors;
valid1 = _valid0;
}
if(!valid1){
vErrors = addError(vErrors, instancePath+"/parts", "if", {failingKeyword: "then"});
errors++;
}
if(Array.isArray(data4)){
if(data4.length > 3){
vErrors = addError(vErrors, instancePath+"/parts", "maxItems", {limit: 3});
errors++;
}
}
else {
vErrors = addError(vErrors, instancePath+"/parts", "type", {type: "array"});
errors++;
}
}
if(data.grid !== undefined && func0.call(data, "grid")){
let data6 = data.grid;
if(Array.isArray(data6)){
const len1 = data6.length;
for(let i2=0; i2<len1; i2++){
let data7 = data6[i2];
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i3=0; i3<len2; i3++){
let data8 = data7[i3];
if(!(typeof data8 == "number")){
vErrors = addError(vErrors, instancePath+"/grid/" + i2+"/" + i3, "type", {type: "number"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath+"/grid/" + i2, "type", {type: "array"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath+"/grid", "type", {type: "array"});
errors++;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data9 = data.extra;
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
vErrors = addError(vErrors, instancePath+"/extra", "type", {type: "object"});
errors++;
}
}
if(data.weight !== undefined && func0.call(data, "weight")){
let data10 = data.weight;
const _errs25 = errors;
let valid9 = false;
const _errs26 = errors;
if(!(typeof data10 == "number")){
vErrors = addError(vErrors, instancePath+"/weight", "type", {type: "number"});
errors++;
}
var _valid1 = _errs26 === errors;
valid9 = valid9 || _valid1;
const _errs28 = errors;
if(Array.isArray(data10)){
const len3 = data10.length;
for(let i4=0; i4<len3; i4++){
let data11 = data10[i4];
if(typeof data11 !== "string"){
vErrors = addError(vErrors, instancePath+"/weight/" + i4, "type", {type: "string"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath+"/weight", "type", {type: "array"});
errors++;
}
var _valid1 = _errs28 === errors;
valid9 = valid9 || _valid1;
const _errs32 = errors;
if(!(func23(validate4)(data10, {instancePath:instancePath+"/weight",parentData:data,parentDataProperty:"weight",rootData,dynamicAnchors}))){
vErrors = addError(vErrors, instancePath+"/weight", "$ref", {});
errors++;
}
var _valid1 = _errs32 === errors;
valid9 = valid9 || _valid1;
if(!valid9){
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
vErrors = addError(vErrors, instancePath+"/weight", "anyOf", {}, {parentSchema:said1});
errors++;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
}
if(data["size of"] !== undefined && func0.call(data, "size of")){
let data12 = data["size of"];
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
vErrors = checkRequired(vErrors, data12, ["width"], instancePath+"/size of");
errors = vErrors?.length ?? 0;
for(const key1 of Object.keys(data12)){
if(!((key1 === "width") || (key1 === "part"))){
vErrors = addError(vErrors, instancePath+"/size of", "additionalProperties", {additionalProperty: key1}, {parentSchema:said2});
errors++;
}
}
if(data12.width !== undefined && func0.call(data12, "width")){
let data13 = data12.width;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
vErrors = addError(vErrors, instancePath+"/size of/width", "type", {type: "integer"});
errors++;
}
if(typeof data13 == "number"){
if(data13 > 2147483647 || isNaN(data13)){
vErrors = addError(vErrors, instancePath+"/size of/width", "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data13 < -2147483648 || isNaN(data13)){
vErrors = addError(vErrors, instancePath+"/size of/width", "minimum", {comparison: ">=", limit: -2147483648});
errors++;
}
}
}
if(data12.part !== undefined && func0.call(data12, "part")){
if(!(validate2(data12.part, {instancePath:instancePath+"/size of/part",parentData:data12,parentDataProperty:"part",rootData,dynamicAnchors}))){
vErrors = func16(vErrors, validate2.errors);
errors = vErrors.length;
}
}
}
else {
vErrors = addError(vErrors, instancePath+"/size of", "type", {type: "object"});
errors++;
}
}
if(data.place !== undefined && func0.call(data, "place")){
let data15 = data.place;
if(!(data15 && typeof data15 == "object" && !Array.isArray(data15))){
vErrors = addError(vErrors, instancePath+"/place", "type", {type: "object"});
errors++;
}
}
if(data["is-new"] !== undefined && func0.call(data, "is-new")){
let data16 = data["is-new"];
if(typeof data16 !== "boolean"){
vErrors = addError(vErrors, instancePath+"/is-new", "type", {type: "boolean"});
errors++;
}
}
}
else {
vErrors = addError(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0["Idempotency-Key"] !== undefined && func0.call(data0, "Idempotency-Key")){
let data1 = data0["Idempotency-Key"];
if(typeof data1 === "string"){
if(func2(data1) > 64){
vErrors = addError(vErrors, instancePath+"/input/Idempotency-Key", "maxLength", {limit: 64});
errors++;
}
if(func2(data1) < 1){
vErrors = addError(vErrors, instancePath+"/input/Idempotency-Key", "minLength", {limit: 1});
errors++;
}
if(!pattern0.test(data1)){
vErrors = addError(vErrors, instancePath+"/input/Idempotency-Key", "pattern", {pattern: "^[!-~]*$"}, {parentSchema:said3});
errors++;
}
}
}
}
}
if(data.body !== undefined && func0.call(data, "body")){
if(!(validate1(data.body, {instancePath:instancePath+"/body",parentData:data,parentDataProperty:"body",rootData,dynamicAnchors}))){
vErrors = func16(vErrors, validate1.errors);
errors = vErrors.length;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}

