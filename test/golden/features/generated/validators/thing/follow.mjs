"use strict";
export const validate = validate0;
const schema0 = {"properties":{"body":{"$ref":"#/$defs/ThingKey"}},"$defs":{"ThingKey":{"type":"object","properties":{"pk":{"type":"string","pattern":"^[^/]+/thing$"},"sk":{"type":"string","minLength":7}},"required":["pk","sk"],"additionalProperties":false}},"$id":"validate"};
const schema1 = {"type":"object","properties":{"pk":{"type":"string","pattern":"^[^/]+/thing$"},"sk":{"type":"string","minLength":7}},"required":["pk","sk"],"additionalProperties":false};
const func0 = Object.prototype.hasOwnProperty;
const func5 = require("ajv/dist/runtime/ucs2length").default;
const pattern0 = new RegExp("^[^/]+/thing$", "u");

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
let data0 = data.body;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.pk === undefined) || (!(func0.call(data0, "pk")))){
const err0 = {instancePath:instancePath+"/body",keyword:"required",params:{missingProperty: "pk"},schema:schema1.required,parentSchema:schema1,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data0.sk === undefined) || (!(func0.call(data0, "sk")))){
const err1 = {instancePath:instancePath+"/body",keyword:"required",params:{missingProperty: "sk"},schema:schema1.required,parentSchema:schema1,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data0)){
if(!((key0 === "pk") || (key0 === "sk"))){
const err2 = {instancePath:instancePath+"/body",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema1,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data0.pk !== undefined && func0.call(data0, "pk")){
let data1 = data0.pk;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/body/pk",keyword:"pattern",params:{pattern: "^[^/]+/thing$"},schema:"^[^/]+/thing$",parentSchema:schema1.properties.pk,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/body/pk",keyword:"type",params:{type: "string"},schema:schema1.properties.pk.type,parentSchema:schema1.properties.pk,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data0.sk !== undefined && func0.call(data0, "sk")){
let data2 = data0.sk;
if(typeof data2 === "string"){
if(func5(data2) < 7){
const err5 = {instancePath:instancePath+"/body/sk",keyword:"minLength",params:{limit: 7},schema:7,parentSchema:schema1.properties.sk,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/body/sk",keyword:"type",params:{type: "string"},schema:schema1.properties.sk.type,parentSchema:schema1.properties.sk,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/body",keyword:"type",params:{type: "object"},schema:schema1.type,parentSchema:schema1,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"body":true},"dynamicProps":false,"dynamicItems":false};

